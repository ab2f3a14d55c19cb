import { type ArgumentMetadata, Injectable, type ValidationError, ValidationPipe } from '@nestjs/common';
import { refuseExcess } from './body-shape.ts';
import { Problem, type ProblemError } from './problem.ts';

const pointerOf = (parent: string, property: string): string =>
  `${parent}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What constraints of classes are called on the wire. */
const codes: ReadonlyMap<string, string> = new Map([
  ['isString', 'malformed'],
  ['isInt', 'malformed'],
  ['isBoolean', 'malformed'],
  ['isObject', 'malformed'],
  ['isArray', 'malformed'],
  ['nestedValidation', 'malformed'],
  ['min', 'too_small'],
  ['max', 'too_large'],
]);

/** A member that is not there breaks every rule at once, and that is told once. */
const codesOf = ({ value, constraints = {} }: ValidationError): readonly string[] => {
  const broken = Object.keys(constraints);
  if (broken.length > 0 && (value === undefined || value === null)) return ['required'];
  const said = new Set(broken.map((constraint) => codes.get(constraint) ?? snakeCase(constraint)));
  return said.has('malformed') ? ['malformed'] : [...said];
};

const errorsOf = (errors: readonly ValidationError[], parent: string): readonly ProblemError[] =>
  errors.flatMap((error) => {
    const pointer = pointerOf(parent, error.property);
    const own = codesOf(error).map((code) => ({ pointer, code }));
    return [...own, ...errorsOf(error.children ?? [], pointer)];
  });

const optionalBodyKey = 'witness:optional-body';

/** A request may come without a body of this class, which is then an empty one. */
export const OptionalBody = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(optionalBodyKey, true, target);
};

const mayBeAbsent = ({ metatype }: ArgumentMetadata): boolean =>
  metatype !== undefined && Reflect.hasMetadata(optionalBodyKey, metatype);

/** Judges bodies and parameters by their class. Members that the class does not name are left out, none is coerced. */
@Injectable()
export class BodyValidation extends ValidationPipe {
  constructor() {
    super({
      whitelist: true,
      exceptionFactory: (errors) => new Problem('invalid', { errors: errorsOf(errors, '') }),
    });
  }

  override async transform(given: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const value = given === undefined && mayBeAbsent(metadata) ? {} : given;
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
