import { isObject } from '@toolwire/internal';
import type { CliTool } from './target.ts';

/** Reads whether a tool changes things, as MCP has it; nothing where it does not say. */
export function readAnnotations(told: unknown): Pick<CliTool, 'annotations'> {
  const {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
  } = isObject(told) ? told : {};
  const annotations = {
    ...(typeof readOnly === 'boolean' && { readOnly }),
    ...(typeof destructive === 'boolean' && { destructive }),
    ...(typeof idempotent === 'boolean' && { idempotent }),
  };
  return Object.keys(annotations).length === 0 ? {} : { annotations };
}
