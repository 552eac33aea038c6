export { otc } from './codec.ts';
export type { OtcOptions } from './options.ts';
