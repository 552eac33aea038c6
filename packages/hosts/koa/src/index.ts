export { answerBodyErrors } from './answer-body-errors.ts';
export { type KoaMiddleware, type KoaOptions, mountTools } from './koa.ts';
