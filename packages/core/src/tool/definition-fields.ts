import { checkNames, entriesOf, isObject, listOf, type NameHints, type NamesOf } from '@toolwire/internal';
import type { UploadRule } from '../artifacts/artifact-store.ts';
import type { Deprecation, Icon, ToolAnnotations, ToolDefinition } from './tool.ts';
import type { ToolUi, ToolUiDomains } from './tool-ui.ts';

/** The names of the fields of a definition. */
export const definitionNames: NamesOf<ToolDefinition & { readonly '~caller'?: unknown }> = {
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
  confirm: true,
  uploads: true,
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
const annotationNames: NamesOf<ToolAnnotations> = {
  readOnly: true,
  destructive: true,
  idempotent: true,
  openWorld: true,
};
const uploadNames: NamesOf<UploadRule> = { contentTypes: true, maxBytes: true };
const deprecationNames: NamesOf<Deprecation> = { since: true, sunset: true, successor: true, link: true };
const uiNames: NamesOf<ToolUi> = {
  html: true,
  uri: true,
  visibility: true,
  csp: true,
  permissions: true,
  domain: true,
  prefersBorder: true,
};
const cspNames: NamesOf<ToolUiDomains> = {
  connectDomains: true,
  resourceDomains: true,
  frameDomains: true,
  baseUriDomains: true,
};
const iconNames: NamesOf<Icon> = { src: true, mimeType: true, sizes: true, theme: true };

/** Throws for unknown fields: a misspelled `requirements` must not be ignored. The server checks the content of `requirements`. */
export function checkUnknownFields(definition: ToolDefinition): void {
  const tool = isObject(definition) ? `Tool '${String(definition.id)}'` : 'defineTool()';
  checkNames(tool, definition ?? null, definitionNames, definitionHints);
  const { annotations, deprecation, ui, icons, uploads } = definition;
  checkNames(`annotations of ${tool}`, annotations, annotationNames, annotationHints);
  // Each name is valid here: the server compares them with the parameters.
  checkNames(`uploads of ${tool}`, uploads, { file: true, ...uploads });
  for (const [name, rule] of entriesOf(uploads)) checkNames(`uploads.${name} of ${tool}`, rule, uploadNames);
  checkNames(`deprecation of ${tool}`, deprecation, deprecationNames);
  checkNames(`ui of ${tool}`, ui, uiNames);
  checkNames(`ui.csp of ${tool}`, ui?.csp, cspNames);
  // The server reports icons that are not a list.
  for (const [index, icon] of listOf(icons).entries()) checkNames(`icons[${index}] of ${tool}`, icon, iconNames);
}
