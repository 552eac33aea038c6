import { everyRevision, fromPage, type McpRequirement, onlyModern } from './requirement.ts';

/** Tools, resources, prompts, completions and apps. */
export const featureRequirements: readonly McpRequirement[] = [
  ...fromPage(everyRevision, 'specification/2026-07-28/server/tools', [
    ['MCP-LIST-01', 'A server with tools declares the capability, and answers tools/list.', 'capabilities'],
    ['MCP-LIST-03', 'An input schema describes an object, and is never null.', 'tool'],
    ['MCP-CALL-01', 'Inputs are validated.', 'security-considerations'],
    ['MCP-CALL-02', 'A tool with an output schema returns structured content that matches it.', 'output-schema'],
    ['MCP-CALL-03', 'Access to tools is controlled, and calls can be rate-limited.', 'security-considerations'],
    ['MCP-CALL-04', 'Tool outputs are sanitized.', 'security-considerations'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/server/tools', [
    [
      'MCP-LIST-02',
      'The listed tools do not depend on the connection or on earlier requests.',
      'capabilities',
      'MUST NOT',
    ],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/basic/index', [
    ['MCP-LIST-04', 'Published schemas are valid in their dialect, by default 2020-12.', 'schema-validation'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/basic/index', [
    ['MCP-LIST-05', 'References to other URLs are not resolved.', 'ref-resolution', 'MUST NOT'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/server/utilities/caching', [
    ['MCP-LIST-06', 'A listing states how long, and for whom, it may be cached.'],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/server/resources', [
    ['MCP-RES-01', 'A server with resources declares the capability, and answers resources/list.', 'capabilities'],
    [
      'MCP-RES-02',
      'The error for an unknown resource URI is -32602. In older revisions it is -32002.',
      'error-handling',
    ],
    ['MCP-RES-04', 'The URI of a resource conforms to RFC 3986.', 'custom-uri-schemes'],
    ['MCP-RES-05', 'URIs are validated, and cannot lead out of a folder.', 'security-considerations'],
    ['MCP-RES-06', 'Bytes are sent as base64.', 'security-considerations'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/server/resources', [
    ['MCP-RES-03', 'The result for a missing resource is not an empty list of contents.', 'error-handling', 'MUST NOT'],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/server/prompts', [
    ['MCP-PROMPT-01', 'A server with prompts declares the capability, and answers prompts/list.', 'capabilities'],
    ['MCP-PROMPT-02', 'The arguments of a prompt are validated before the prompt is created.', 'security'],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/server/utilities/completion', [
    ['MCP-COMP-01', 'A completion has at most 100 values.', 'completion-results'],
    ['MCP-COMP-02', 'The inputs of a completion are validated.', 'security'],
    ['MCP-COMP-03', 'A server that completes values declares the capability.', 'capabilities'],
    ['MCP-COMP-04', 'Only authorized clients get suggestions.', 'security'],
    ['MCP-COMP-05', 'The rate of completions is limited.', 'security'],
  ]),
  ...fromPage(everyRevision, 'extensions/apps/overview', [
    ['MCP-APP-01', 'The page of a tool is a ui:// resource with the type text/html;profile=mcp-app.'],
    ['MCP-APP-02', 'The page that a tool names exists.'],
  ]),
];
