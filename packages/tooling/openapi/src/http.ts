export type { ApiCall, ParameterStyles } from './api/api-call.ts';
export { type Api, type ApiCallContext, type ApiCredential, type ApiOptions, createApi } from './api/create-api.ts';
export type { Paging } from './reader/document-model.ts';
