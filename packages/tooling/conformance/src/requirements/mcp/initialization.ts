import { type McpRequirement, onlyLegacy, onlyModern } from './requirement.ts';

/** Initialization and discovery. */
export const initializationRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-INIT-01',
    level: 'MUST',
    sentence: 'The result of initialize contains the capabilities and the server info.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization',
  },
  {
    id: 'MCP-INIT-02',
    level: 'MUST',
    sentence:
      'The response to a supported version is that version. The response to any other version is a supported one.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation',
  },
  {
    id: 'MCP-INIT-03',
    level: 'MUST',
    sentence: 'The result of ping is empty.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping#behavior-requirements',
  },
  {
    id: 'MCP-DISC-01',
    level: 'MUST',
    sentence: 'server/discover is supported.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/discover',
  },
];
