export { answerBodyErrors, type KoaMiddleware, type KoaOptions, mountTools } from './koa.ts';
