import { isObject, type JsonObject } from '../rewriter/json.ts';
import type { HandlePlan } from './plan.ts';

const isComplete = (result: JsonObject): boolean =>
  result.resultType === undefined || result.resultType === 'complete';

const sentence = (parameter: string, told: HandlePlan['told']): string | null => {
  if (told === null) return null;
  if (told === 'unrecognised') return `${parameter}: the given value is none of this server`;
  const given = `${parameter}: ${told.handle}`;
  return told.isOver ? `${given}\n${parameter}: the given value is over, and tells of no session` : given;
};

/** As the last block, where it is in the way of nobody who reads the first. */
function withBlock(result: JsonObject, text: string): JsonObject {
  if (!Array.isArray(result.content)) return result;
  const content = result.content as readonly unknown[];
  return { ...result, content: [...content, { type: 'text', text }] };
}

/** Only where the tool was listed with it: a client that validates would refuse the whole result. */
function withMirror(result: JsonObject, parameter: string, told: HandlePlan['told']): JsonObject {
  const { structuredContent } = result;
  if (told === null || told === 'unrecognised' || result.isError === true) return result;
  if (!isObject(structuredContent) || Object.hasOwn(structuredContent, parameter)) return result;
  return { ...result, structuredContent: { ...structuredContent, [parameter]: told.handle } };
}

/** The result of a call with what it tells of the handle. One that asks for input is left as it is: the call goes on. */
export function tellHandle(
  result: JsonObject,
  plan: HandlePlan,
  parameter: string,
  mirror: boolean,
): JsonObject {
  const text = sentence(parameter, plan.told);
  if (text === null || !isComplete(result)) return result;
  const told = withBlock(result, text);
  return mirror ? withMirror(told, parameter, plan.told) : told;
}
