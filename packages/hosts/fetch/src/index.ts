export {
  createFetch,
  createFetchHandler,
  type FetchHandler,
  type FetchHandlerOptions,
  type FetchRequestOptions,
} from './fetch-handler.ts';
