import { type McpRequirement, onlyLegacy, onlyModern } from './requirement.ts';

/** How a client learns what the server is. */
export const handshakeRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-INIT-01',
    level: 'MUST',
    sentence: 'initialize is answered with capabilities and who the server is.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization',
  },
  {
    id: 'MCP-INIT-02',
    level: 'MUST',
    sentence: 'A version that is spoken is answered with itself, and any other one with one that is.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation',
  },
  {
    id: 'MCP-INIT-03',
    level: 'MUST',
    sentence: 'ping is answered with an empty result.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping#behavior-requirements',
  },
  {
    id: 'MCP-DISC-01',
    level: 'MUST',
    sentence: 'server/discover is there.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/discover',
  },
];
