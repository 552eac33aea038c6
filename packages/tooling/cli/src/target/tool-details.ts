import { type Fields, recordOf, stringOf } from '@toolwire/internal';
import type { CliTool } from './target.ts';

/** The parts of a tool that Open Tool Calling doesn't list. */
export type ToolDetails = Pick<CliTool, 'title' | 'annotations'>;

/** Reads the details of a tool. The annotations of MCP end with `Hint`. */
export function readDetails({ title, annotations }: Fields, suffix: '' | 'Hint' = ''): ToolDetails {
  return { ...(stringOf(title) !== '' && { title: stringOf(title) }), ...annotationsOf(annotations, suffix) };
}

/** Adds details to tools that don't have them yet. */
export function withDetails(tools: readonly CliTool[], details: ReadonlyMap<string, ToolDetails>): readonly CliTool[] {
  return tools.map((tool) => ({ ...details.get(tool.toolId), ...tool }));
}

const hints = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

function annotationsOf(annotations: unknown, suffix: '' | 'Hint'): Pick<CliTool, 'annotations'> {
  const fields = recordOf(annotations);
  const known = hints.flatMap((name) => {
    const hint = fields[`${name}${suffix}`];
    return typeof hint === 'boolean' ? [[name, hint] as const] : [];
  });
  return known.length === 0 ? {} : { annotations: Object.fromEntries(known) };
}
