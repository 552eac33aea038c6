export { type KoaContext, type KoaMiddleware, type KoaOptions, mountTools } from './koa.ts';
