export { type ProcedureTool, toolFromProcedure } from './tool-from-procedure.ts';
export { toolsFromRouter } from './tools-from-router.ts';
