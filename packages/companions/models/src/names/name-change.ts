import type { ToolChange } from '../offer/tool-report.ts';
import type { NamedTool } from './tool-names.ts';

/** Says that models know a tool by another name, where they do. */
export function nameChange(tool: NamedTool, name: string): readonly ToolChange[] {
  if (name === tool.name) return [];
  const message = `The tool is called '${name}': '${tool.name}' is another's, or not a name that every model's interface takes.`;
  return [{ code: 'name', at: '', message }];
}
