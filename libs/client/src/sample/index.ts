export { isSample } from './is-sample.ts';
export { makeSample } from './make-sample.ts';
