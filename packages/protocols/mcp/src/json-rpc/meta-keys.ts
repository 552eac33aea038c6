// Reserved keys of `_meta`, each used only for its specified purpose. MCP-META-01
/** The protocol version of a message. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';
/** The capabilities of the client. */
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
/** The name and version of the client. */
export const clientInfoKey = 'io.modelcontextprotocol/clientInfo';
/** The lowest severity of the log lines that a client wants. */
export const logLevelKey = 'io.modelcontextprotocol/logLevel';
/** The name and version of the server. */
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo';
/** The subscription that a message belongs to. */
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** In a result: its Open Tool Calling outcome. In a request: `true` asks for that outcome. */
export const resultMetaKey = 'org.opentoolcalling/result';
/** In a tool of a listing: its ID, version and requirements. */
export const toolMetaKey = 'org.opentoolcalling/tool';
/** In a call: its call ID. */
export const callIdMetaKey = 'org.opentoolcalling/call_id';
