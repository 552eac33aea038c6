export { type ExpressMount, type ExpressOptions, type ExpressRequest, mountTools } from './express.ts';
