export type { AuthSource, AuthSources } from './call/credentials.ts';
export type {
  ApiResponse,
  OpenApiDocument,
  Operation,
  Paging,
  Parameter,
  RequestBody,
  ResponseContent,
  UnsupportedOperation,
} from './reader/document-model.ts';
export { type ReadOpenApiOptions, readOpenApi } from './reader/read-open-api.ts';
export type { ToolsFromOpenApiOptions } from './tools/options.ts';
export type { OperationFilter } from './tools/select-operations.ts';
export { type OpenApiTools, toolsFromOpenApi } from './tools/tools-from-open-api.ts';
