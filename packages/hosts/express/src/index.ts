export {
  type ExpressErrorHandler,
  type ExpressHandler,
  type ExpressMount,
  type ExpressNext,
  type ExpressOptions,
  type ExpressRequest,
  mountTools,
} from './express.ts';
