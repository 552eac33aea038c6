import { definePrompt, ToolError } from 'toolwire';
import { z } from 'zod';
import { dynamicResource, readId, resourceTypes, suggestId } from './resources.ts';

const simple = definePrompt({
  name: 'simple-prompt',
  title: 'Simple Prompt',
  description: 'A prompt with no arguments',
  messages: 'This is a simple prompt without arguments.',
});

const withArguments = definePrompt({
  name: 'args-prompt',
  title: 'Arguments Prompt',
  description: 'A prompt with two arguments, one required and one optional',
  input: z.object({
    city: z.string().describe('Name of the city'),
    state: z.string().describe('Name of the state').optional(),
  }),
  messages: ({ city, state }) => `What's weather in ${city}${state ? `, ${state}` : ''}?`,
});

const teams: Readonly<Record<string, readonly string[]>> = {
  Engineering: ['Alice', 'Bob', 'Charlie'],
  Sales: ['David', 'Eve', 'Frank'],
  Marketing: ['Grace', 'Henry', 'Iris'],
  Support: ['John', 'Kim', 'Lee'],
};

const startingWith = (names: readonly string[], typed: string) => names.filter((name) => name.startsWith(typed));

const withSuggestions = definePrompt({
  name: 'completable-prompt',
  title: 'Team Management',
  description: 'First argument choice narrows values for second argument.',
  input: z.object({
    department: z.string().describe('Choose the department.'),
    name: z.string().describe('Choose a team member to lead the selected department.'),
  }),
  complete: {
    department: (typed) => startingWith(Object.keys(teams), typed),
    name: (typed, { chosen }) => startingWith(teams[chosen['department'] ?? ''] ?? [], typed),
  },
  messages: ({ department, name }) => `Please promote ${name} to the head of the ${department} team.`,
});

const withResource = definePrompt({
  name: 'resource-prompt',
  title: 'Resource Prompt',
  description: 'A prompt that includes an embedded resource reference',
  input: z.object({
    resourceType: z.string().describe('Type of resource to fetch'),
    resourceId: z.string().describe('ID of the text resource to fetch'),
  }),
  complete: { resourceType: (typed) => startingWith(resourceTypes, typed), resourceId: suggestId },
  messages: ({ resourceType, resourceId }) => {
    const type = resourceTypes.find((one) => one === resourceType);
    if (type === undefined) throw new ToolError(`Invalid resourceType: ${resourceType}. Must be Text or Blob.`);
    const id = readId(resourceId);
    if (id === undefined) throw new ToolError(`Invalid resourceId: ${resourceId}. Must be a finite positive integer.`);
    const text = `This prompt includes the ${type} resource with id: ${id}. Please analyze the following resource:`;
    return [
      { role: 'user', content: text },
      { role: 'user', content: { type: 'resource', resource: dynamicResource(type, id) } },
    ];
  },
});

export const prompts = [simple, withArguments, withSuggestions, withResource];
