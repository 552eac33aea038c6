import type { ToolAnnotations, ToolDefinition, ToolUi } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { checkChoice, checkNumber, durationLimit, isToolName, StartupError, scopeProblem } from '@toolwire/internal';
import { parseToolId } from '@toolwire/version';
import { expectList, type ListItems } from '../expect-option.ts';
import { checkRequirements } from './check-requirements.ts';

const iconItems: ListItems = {
  isValid: (icon) => isObject(icon) && typeof icon['src'] === 'string',
  expected: "an icon such as { src: 'https://example.com/icon.png' }",
  example: "[{ src: 'https://example.com/icon.png' }]",
};

/** Throws for an invalid definition. Types find most mistakes; plain JavaScript has no types. */
export function checkDefinition(definition: ToolDefinition): void {
  const { id, name, description, requirements, scopes, timeoutMs, icons, taskSupport, ui } = definition;
  checkId(id);
  if (timeoutMs !== undefined) checkNumber('timeoutMs', timeoutMs, durationLimit);
  checkRequirements(requirements);
  const problem = scopes === undefined ? undefined : scopeProblem(scopes);
  if (problem !== undefined) throw new StartupError('TW_TOOL_REQUIREMENTS', `scopes ${problem}`);
  checkUi(ui);
  checkConfirm(definition.confirm);
  if (taskSupport !== undefined) checkChoice('taskSupport', taskSupport, ['optional', 'required']);
  if (icons !== undefined) expectList('icons', icons, iconItems);
  checkAnnotations(definition.annotations);
  if (name !== undefined && !isToolName(name)) {
    throw new StartupError('TW_TOOL_NAME', `name must have 1 to 64 characters (A-Z, a-z, 0-9, _ or -), got '${name}'`);
  }
  // OTC-DEF-04. The descriptions of parameters are checked by `undescribedParameters` in `parameters.ts` of `@toolwire/validate`.
  if (typeof description !== 'string' || description.trim() === '') {
    throw new StartupError(
      'TW_TOOL_DESCRIPTION',
      'description is missing. Describe in one sentence what the tool does.',
    );
  }
  if (typeof definition.run !== 'function') {
    throw new StartupError('TW_TOOL_RUN', 'it has no run function. Add run, which handles its calls.');
  }
}

function checkId(id: unknown): void {
  const parsed = parseToolId(id);
  if (!parsed.ok) throw new StartupError('TW_TOOL_ID', parsed.problem);
  if (parsed.version !== undefined) {
    throw new StartupError(
      'TW_TOOL_ID',
      `id must not contain a version. Write id: '${parsed.id}' and set \`version\`.`,
    );
  }
}

function checkConfirm(confirm: unknown): void {
  if (confirm === undefined || typeof confirm === 'function') return;
  if (typeof confirm === 'string' && confirm.trim() !== '') return;
  throw new StartupError(
    'TW_TOOL_CONFIRM',
    'confirm must be a question such as `Delete all orders?`, or a function that returns one.',
  );
}

/** Checks the known annotations. Another version of `defineTool` may know more. */
function checkAnnotations(annotations: ToolAnnotations = {}): void {
  for (const name of ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const) {
    const { [name]: flag = true } = annotations;
    if (typeof flag !== 'boolean') throw new StartupError('TW_TOOL_ANNOTATION', `${name} must be true or false`);
  }
}

const visibilities: readonly string[] = ['model', 'app'];
const permissionNames: readonly string[] = ['camera', 'microphone', 'geolocation', 'clipboardWrite'];
/** An origin, or all subdomains of a host. Any other text could inject directives into the CSP. */
const origin = /^(?:https?|wss?):\/\/(?:\*\.)?[A-Za-z0-9.-]+(?::\d{1,5})?$/;

/** Throws for a page that no client can show, or for unknown permissions. */
function checkUi(ui: ToolUi | undefined): void {
  if (ui === undefined) return;
  const { html, uri, visibility, csp = {}, permissions = [] } = ui;
  if (html !== undefined && typeof html !== 'function' && (typeof html !== 'string' || html.trim() === '')) {
    throw invalidUi('ui.html must be an HTML document or a function that returns an HTML document');
  }
  if (uri !== undefined && !/^ui:\/\/[\x21-\x7e]+$/.test(uri)) {
    throw invalidUi("ui.uri must start with ui:// and contain no spaces, such as 'ui://weather/board'");
  }
  if (visibility !== undefined) expectUiNames('visibility', visibility, visibilities, 1);
  expectUiNames('permissions', permissions, permissionNames, 0);
  for (const [name, domains] of Object.entries(csp)) {
    if (Array.isArray(domains) && domains.every((domain) => typeof domain === 'string' && origin.test(domain))) {
      continue;
    }
    throw invalidUi(`ui.csp.${name} must be a list of origins such as 'https://api.example.com'`);
  }
}

function expectUiNames(field: string, value: unknown, allowed: readonly string[], minLength: number): void {
  const isValid =
    Array.isArray(value) && value.length >= minLength && value.every((item) => allowed.includes(String(item)));
  if (isValid) return;
  throw invalidUi(`ui.${field} must be a list of ${allowed.map((name) => `'${name}'`).join(', ')}`);
}

function invalidUi(problem: string): StartupError {
  return new StartupError('TW_TOOL_PAGE', problem);
}
