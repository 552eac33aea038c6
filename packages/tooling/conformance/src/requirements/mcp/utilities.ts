import { everyRevision, type McpRequirement, onlyLegacy, onlyModern } from './requirement.ts';

/** Progress, log messages, cancellation and subscriptions. */
export const utilityRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-PROG-01',
    level: 'MUST',
    sentence: 'Progress refers only to tokens of running requests.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress#behavior-requirements',
  },
  {
    id: 'MCP-PROG-02',
    level: 'MUST',
    sentence: 'The progress value increases with each notification.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress#progress-flow',
  },
  {
    id: 'MCP-PROG-03',
    level: 'MUST',
    sentence: 'Progress ends when its request does.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress#implementation-notes',
  },
  {
    id: 'MCP-LOG-01',
    level: 'MUST',
    sentence: 'A server that sends log messages declares the capability.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#capabilities',
  },
  {
    id: 'MCP-LOG-02',
    level: 'MUST NOT',
    sentence: 'A client gets log messages only after it has requested a level.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging',
  },
  {
    id: 'MCP-LOG-03',
    level: 'MUST NOT',
    sentence: 'A log message contains no credentials, secrets or details that help an attacker.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#security',
  },
  {
    id: 'MCP-CANC-01',
    level: 'MUST',
    sentence: 'Closing the stream of a request cancels it. The server sends no further messages for it.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#transport-specific-cancellation',
  },
  {
    id: 'MCP-CANC-02',
    level: 'MUST',
    sentence: 'A late or unknown cancellation has no effect.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#timing-considerations',
  },
  {
    id: 'MCP-CANC-03',
    level: 'MUST NOT',
    sentence: 'A server sends a cancellation only to end a subscription.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation',
  },
  {
    id: 'MCP-SUB-01',
    level: 'MUST',
    sentence: 'A subscription is acknowledged before anything else is sent on it.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#acknowledgment',
  },
  {
    id: 'MCP-SUB-02',
    level: 'MUST',
    sentence: 'Every message of a subscription names it.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta',
  },
  {
    id: 'MCP-SUB-03',
    level: 'MUST NOT',
    sentence: 'A subscription sends only the requested notifications.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#opening-a-stream',
  },
];
