export type { OtcOptions } from './options.ts';
export { otc } from './routes.ts';
