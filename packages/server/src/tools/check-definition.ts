import type { ToolDefinition } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { checkChoice, checkNumber, durationLimit, StartupError, scopeProblem } from '@toolwire/internal';
import { parseToolId } from '@toolwire/version';
import { expectList, type ListItems } from '../option-types.ts';
import { checkRequirements } from './check-requirements.ts';
import { checkUi } from './check-ui.ts';

const iconItems: ListItems = {
  isValid: (icon) => isObject(icon) && typeof icon['src'] === 'string',
  expected: "an icon such as { src: 'https://example.com/icon.png' }",
  example: "[{ src: 'https://example.com/icon.png' }]",
};

/** Throws for an invalid definition. Types find most mistakes; plain JavaScript has no types. */
export function checkDefinition({
  id,
  requirements,
  scopes,
  annotations = {},
  confirm,
  timeoutMs,
  icons,
  taskSupport,
  ui,
}: ToolDefinition): void {
  const parsed = parseToolId(id);
  if (!parsed.ok) throw new StartupError('TW_TOOL_ID', parsed.problem);
  if (parsed.version !== undefined) {
    throw new StartupError(
      'TW_TOOL_ID',
      `id must not contain a version. Write id: '${parsed.id}' and set \`version\`.`,
    );
  }
  if (timeoutMs !== undefined) checkNumber('timeoutMs', timeoutMs, durationLimit);
  checkRequirements(requirements);
  const problem = scopes === undefined ? undefined : scopeProblem(scopes);
  if (problem !== undefined) throw new StartupError('TW_TOOL_REQUIREMENTS', `scopes ${problem}`);
  checkUi(ui);
  if (
    confirm !== undefined &&
    typeof confirm !== 'function' &&
    (typeof confirm !== 'string' || confirm.trim() === '')
  ) {
    throw new StartupError(
      'TW_TOOL_CONFIRM',
      'confirm must be a question such as `Delete all orders?`, or a function that returns one.',
    );
  }
  if (taskSupport !== undefined) checkChoice('taskSupport', taskSupport, ['optional', 'required']);
  if (icons !== undefined) expectList('icons', icons, iconItems);
  // Another version of `defineTool` may know more annotations.
  for (const name of ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const) {
    const { [name]: flag = true } = annotations;
    if (typeof flag !== 'boolean') throw new StartupError('TW_TOOL_ANNOTATION', `${name} must be true or false`);
  }
}
