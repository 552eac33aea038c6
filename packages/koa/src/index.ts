export { answerBodyErrors, type KoaContext, type KoaMiddleware, type KoaOptions, mountTools } from './koa.ts';
