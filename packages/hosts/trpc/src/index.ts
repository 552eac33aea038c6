export { type ContextOptions, type ProcedureTool, type ReadContext, toolFromProcedure } from './tool-from-procedure.ts';
export { type RouterOptions, toolsFromRouter } from './tools-from-router.ts';
