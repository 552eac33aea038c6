import type { ToolDefinition } from '@toolwire/core';
import { definePrompt, defineResource, type McpServingOptions } from '@toolwire/mcp';
import { fixtureTool } from './fixture-tool.ts';

/** The URI of the resource that `test_trigger_prompt_change` adds. */
export const addedUri = 'test://added';
const addedResource = defineResource({ uri: addedUri, name: 'added', text: 'Added.' });
const addedPrompt = definePrompt({ name: 'added', description: 'States that it was added.', messages: 'Added.' });

/** A tool that changes the tools of its server, and one that adds a resource and a prompt, or removes them again. */
export function changeTools(
  replaceTools: () => void,
  { resources = [], prompts = [], updates }: Pick<McpServingOptions, 'resources' | 'prompts' | 'updates'>,
): readonly ToolDefinition[] {
  return [
    fixtureTool('test_trigger_tool_change', {
      description: 'Changes the tools and notifies the clients.',
      run: () => {
        replaceTools();
        return 'The tools have changed.';
      },
    }),
    fixtureTool('test_trigger_prompt_change', {
      description: 'Adds a resource and a prompt, or removes them again.',
      run: () => {
        const isAdded = updates?.lists.resources?.includes(addedResource) === true;
        updates?.replaceResources(isAdded ? resources : [...resources, addedResource]);
        updates?.replacePrompts(isAdded ? prompts : [...prompts, addedPrompt]);
        return 'The resources and prompts have changed.';
      },
    }),
  ];
}
