import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type FastifyRequest } from 'fastify';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { NdjsonBody } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { EvidenceReceiptBody } from './evidence.body.ts';
import { Ingest } from './ingest.service.ts';
import { type Receipt } from './receive-evidence.ts';
import { eventSchemaName } from './schemas/index.ts';

/** Most events of one request. */
const maximalEvents = 1_000;

const leftoverHeader = 'Witness-Leftover';

const event = { $ref: `#/components/schemas/${eventSchemaName}` };

@ApiTags('evidence')
@Controller('v1/evidence')
export class EvidenceController {
  constructor(private readonly ingest: Ingest) {}

  @Post()
  @HttpCode(200)
  @RequireScope('evidence:write')
  @ApiOperation({
    operationId: 'sendEvidence',
    summary: 'Takes evidence events of any attempts, each judged by itself.',
    description:
      'An event is known by its `event_id` within its attempt: sent again with the same content it is a duplicate, with ' +
      'other content a `conflict`. When nothing was accepted or known the answer is a problem that bears the receipt too.',
  })
  @ApiConsumes('application/json', 'application/x-ndjson')
  @ApiBody({
    required: true,
    description: 'An array of events; as NDJSON, one event a line.',
    schema: { type: 'array', items: event, minItems: 1, maxItems: maximalEvents },
  })
  @ApiHeader({
    name: leftoverHeader,
    required: false,
    description:
      '`true` where the producers of these events are gone and somebody else sends what they left: other evidence counts ' +
      'its attempts as alive for a while. One whose end is not among it ends as `lease_lost` soon. `false` when absent.',
    schema: { type: 'string', enum: ['true', 'false'] },
  })
  @ApiOkResponse({ type: EvidenceReceiptBody, description: 'Something was accepted or known.' })
  @ApiProblems('malformed_json', 'conflict', 'too_large', 'unsupported_media_type', 'invalid')
  async send(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<Answer> {
    const delivered = { leftover: isLeftover(request) };
    const receipt = await this.ingest.takeEvidence(caller, valuesOf(body), delivered);
    return answerOf(receipt);
  }
}

type Answer = Omit<Receipt, 'ended' | 'written' | 'known'>;

const valuesOf = (body: unknown): readonly unknown[] => {
  const values = body instanceof NdjsonBody ? body.first(maximalEvents + 1).map((line) => line?.value) : body;
  if (!Array.isArray(values))
    throw new Problem('invalid', { errors: [{ pointer: '', code: 'not_an_array' }] });
  if (values.length === 0) throw new Problem('invalid', { errors: [{ pointer: '', code: 'empty' }] });
  if (values.length > maximalEvents)
    throw new Problem('too_large', { errors: [{ pointer: '', code: 'too_many' }] });
  return values as readonly unknown[];
};

const isLeftover = ({ headers }: FastifyRequest): boolean => {
  const given = headers[leftoverHeader.toLowerCase()];
  if (given === undefined || given === 'false') return false;
  if (given !== 'true')
    throw new Problem('invalid', { errors: [{ pointer: leftoverHeader, code: 'malformed' }] });
  return true;
};

const answerOf = ({ accepted, duplicates, rejected, position }: Receipt): Answer => {
  const answer = { accepted, duplicates, rejected, position };
  if (accepted + duplicates > 0) return answer;
  const errors = rejected.map(({ index, code }) => ({ pointer: `/${index}`, code }));
  const allConflicts = rejected.every(({ code }) => code === 'conflict');
  throw new Problem(allConflicts ? 'conflict' : 'invalid', { errors, members: answer });
};
