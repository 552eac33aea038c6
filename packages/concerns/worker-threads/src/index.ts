export type { IsolatedContext, ThreadCallContext } from './call-context.ts';
export { type IsolatedOptions, isolated } from './isolated.ts';
