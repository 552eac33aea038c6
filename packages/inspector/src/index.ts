export type { InspectorOptions } from '@toolwire/internal';
export { type CreateInspectorOptions, createInspector, type Inspector } from './create-inspector.ts';
