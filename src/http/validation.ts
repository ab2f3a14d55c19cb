import { type ArgumentMetadata, Injectable, type ValidationError, ValidationPipe } from '@nestjs/common';
import { refuseExcess } from './body-shape.ts';
import { Problem, type ProblemError } from './problem.ts';

const pointerOf = (parent: string, property: string): string =>
  `${parent}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const errorsOf = (errors: readonly ValidationError[], parent: string): readonly ProblemError[] =>
  errors.flatMap((error) => {
    const pointer = pointerOf(parent, error.property);
    const own = Object.keys(error.constraints ?? {}).map((constraint) => ({
      pointer,
      code: snakeCase(constraint),
    }));
    return [...own, ...errorsOf(error.children ?? [], pointer)];
  });

/** Judges bodies and parameters by their class. Members that the class does not name are left out, none is coerced. */
@Injectable()
export class BodyValidation extends ValidationPipe {
  constructor() {
    super({
      whitelist: true,
      exceptionFactory: (errors) => new Problem('invalid', { errors: errorsOf(errors, '') }),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body' && this.isJudged(metadata)) {
      if (!isObject(value))
        throw new Problem('invalid', { errors: [{ pointer: '', code: 'not_an_object' }] });
      refuseExcess(value);
    }
    return (await super.transform(value, metadata)) as unknown;
  }

  private isJudged({ metatype }: ArgumentMetadata): boolean {
    return metatype !== undefined && metatype !== Object;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
