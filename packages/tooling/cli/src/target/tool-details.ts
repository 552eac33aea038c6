import { type Fields, isObject } from '@toolwire/internal';
import { textOf } from '../json-fields.ts';
import type { CliTool } from './target.ts';

/** The parts of a tool that Open Tool Calling doesn't list. */
export type ToolDetails = Pick<CliTool, 'title' | 'annotations'>;

/** Reads the details of a tool in a saved listing or of a server in this process. */
export function readDetails({ title, annotations }: Fields): ToolDetails {
  return { ...titleOf(title), ...annotationsOf(annotations, '') };
}

/** Reads the details of an MCP tool, whose annotations are called hints. */
export function readMcpDetails({ title, annotations }: Fields): ToolDetails {
  return { ...titleOf(title), ...annotationsOf(annotations, 'Hint') };
}

/** The details of a tool of another target. */
export function detailsOf({ title, annotations }: CliTool): ToolDetails {
  return { ...(title !== undefined && { title }), ...(annotations !== undefined && { annotations }) };
}

/** Adds details to tools that don't have them yet. */
export function withDetails(tools: readonly CliTool[], details: ReadonlyMap<string, ToolDetails>): readonly CliTool[] {
  return tools.map((tool) => ({ ...details.get(tool.toolId), ...tool }));
}

function titleOf(title: unknown): Pick<CliTool, 'title'> {
  return textOf(title) === '' ? {} : { title: textOf(title) };
}

const hints = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

function annotationsOf(annotations: unknown, suffix: '' | 'Hint'): Pick<CliTool, 'annotations'> {
  const given = isObject(annotations) ? annotations : {};
  const known = hints.flatMap((name) => {
    const hint = given[`${name}${suffix}`];
    return typeof hint === 'boolean' ? [[name, hint] as const] : [];
  });
  return known.length === 0 ? {} : { annotations: Object.fromEntries(known) };
}
