import type { ListedTool } from '@toolwire/client';

/** A tool as `GET /tools` lists it, so that what is printed can be saved and read again. */
export function savedTool({
  toolId,
  version,
  name,
  description,
  inputSchema,
  outputSchema,
  requirements,
}: ListedTool): object {
  return {
    id: toolId,
    name,
    description,
    version,
    input_schema: { parameters: inputSchema },
    output_schema: outputSchema,
    ...(requirements !== undefined && {
      requirements: {
        ...(requirements.authorization !== undefined && { authorization: requirements.authorization }),
        ...(requirements.secrets !== undefined && { secrets: requirements.secrets }),
        ...(requirements.userId !== undefined && { user_id: requirements.userId }),
      },
    }),
  };
}

/** What a tool needs besides its input, each as a word. */
export function needsOf({
  requirements: { authorization = [], secrets = [], userId } = {},
}: ListedTool): readonly string[] {
  return [
    ...authorization.map(({ id }) => `authorization ${id}`),
    ...secrets.map(({ id }) => `secret ${id}`),
    ...(userId === true ? ['user id'] : []),
  ];
}
