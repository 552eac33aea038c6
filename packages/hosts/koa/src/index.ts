export { answerBodyErrors } from './answer-body-errors.ts';
export type { KoaMiddleware } from './koa.ts';
export { type KoaOptions, mountTools } from './koa.ts';
