import { checkNames, type NameHints, type NamesOf } from '@toolwire/internal';
import type { Deprecation, Icon, ToolAnnotations, ToolDefinition } from './tool.ts';
import type { ToolUi, ToolUiDomains } from './tool-ui.ts';

const definition: NamesOf<ToolDefinition & { readonly '~caller'?: unknown }> = {
  id: true,
  version: true,
  name: true,
  title: true,
  description: true,
  input: true,
  output: true,
  requirements: true,
  scopes: true,
  annotations: true,
  deprecation: true,
  icons: true,
  taskSupport: true,
  meta: true,
  ui: true,
  timeoutMs: true,
  run: true,
  '~caller': true,
};
// Names from other libraries.
const definitionHints: NameHints = {
  handler: 'run',
  execute: 'run',
  inputSchema: 'input',
  parameters: 'input',
  outputSchema: 'output',
};
const annotationHints: NameHints = {
  readOnlyHint: 'readOnly',
  destructiveHint: 'destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'openWorld',
};
const annotations: NamesOf<ToolAnnotations> = { readOnly: true, destructive: true, idempotent: true, openWorld: true };
const deprecation: NamesOf<Deprecation> = { since: true, sunset: true, successor: true, link: true };
const ui: NamesOf<ToolUi> = {
  html: true,
  uri: true,
  visibility: true,
  csp: true,
  permissions: true,
  domain: true,
  prefersBorder: true,
};
const csp: NamesOf<ToolUiDomains> = {
  connectDomains: true,
  resourceDomains: true,
  frameDomains: true,
  baseUriDomains: true,
};
const icon: NamesOf<Icon> = { src: true, mimeType: true, sizes: true, theme: true };

/** Throws for unknown fields: a misspelled `requirements` must not be ignored. The server checks the content of `requirements`. */
export function checkDefinitionNames(given: ToolDefinition): void {
  const tool = `Tool '${String(given.id)}'`;
  checkNames(tool, given, definition, definitionHints);
  checkNames(`annotations of ${tool}`, given.annotations, annotations, annotationHints);
  checkNames(`deprecation of ${tool}`, given.deprecation, deprecation);
  checkNames(`ui of ${tool}`, given.ui, ui);
  checkNames(`csp of the ui of ${tool}`, given.ui?.csp, csp);
  for (const one of listOf(given.icons)) checkNames(`An icon of ${tool}`, one, icon);
}

/** Another check reports a value that is not an array. */
function listOf<Item>(items: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(items) ? (items as readonly Item[]) : [];
}
