export { answerBodyErrors } from './answer-body-errors.ts';
export { type KoaOptions, mountTools } from './koa.ts';
export type { KoaContext, KoaMiddleware } from './koa-context.ts';
