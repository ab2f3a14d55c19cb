/** `short` in `npm test`; `npm run fault` sets WITNESS_FAULT=long and repeats. */
export const isLong = process.env.WITNESS_FAULT === 'long';

export const extent = <Value>(short: Value, long: Value): Value => (isLong ? long : short);
