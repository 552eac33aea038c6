export type {
  NestRequest,
  NestToolServer,
  ToolsModuleAsyncOptions,
  ToolsModuleOptions,
  ToolsOptions,
} from './options.ts';
export { Tool, type ToolDecorator, type ToolMethod, type ToolMethodSpec } from './tool.ts';
export { getToolCall, type ToolCall } from './tool-call.ts';
export { ToolsModule } from './tools-module.ts';
export { ToolsService } from './tools-service.ts';
