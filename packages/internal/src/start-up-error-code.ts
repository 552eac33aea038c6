/** Every code of a mistake that is found when the program starts, but for those of schemas, which `@toolwire/validate` has. */
export type StartUpErrorCode = OptionCode | ToolCode | ServingCode | CredentialCode;

type OptionCode =
  | 'TW_OPTIONS_NOT_OBJECT'
  | 'TW_OPTION_ADDRESS'
  | 'TW_OPTION_CHOICE'
  | 'TW_OPTION_NUMBER'
  | 'TW_OPTION_ORIGIN'
  | 'TW_OPTION_PATH'
  | 'TW_OPTION_TYPE'
  | 'TW_OPTION_UNKNOWN';

type ToolCode =
  | 'TW_MCP_SERVER'
  | 'TW_TOOLKIT_TOOL'
  | 'TW_TOOLS_MISSING'
  | 'TW_TOOLS_SOURCE'
  | 'TW_TOOLS_UNLISTED'
  | 'TW_TOOL_ANNOTATION'
  | 'TW_TOOL_DEPRECATION'
  | 'TW_TOOL_DESCRIPTION'
  | 'TW_TOOL_ID'
  | 'TW_TOOL_MODULE'
  | 'TW_TOOL_NAME'
  | 'TW_TOOL_NAME_TAKEN'
  | 'TW_TOOL_PAGE'
  | 'TW_TOOL_REQUIREMENTS'
  | 'TW_TOOL_RUN'
  | 'TW_TOOL_TWICE'
  | 'TW_TOOL_UNREADABLE'
  | 'TW_TOOL_VERSION'
  | 'TW_TOOL_WARNINGS';

type ServingCode =
  | 'TW_APP_NAME'
  | 'TW_ARGUMENTS'
  | 'TW_CHECK_ORDER'
  | 'TW_MIXED_RELEASES'
  | 'TW_NOT_A_TOOL_SERVER'
  | 'TW_PATH_TAKEN'
  | 'TW_POSTGRES_POOL'
  | 'TW_POSTGRES_UNFIT'
  | 'TW_PROMPT'
  | 'TW_REDIS_CLIENT'
  | 'TW_REDIS_UNFIT'
  | 'TW_RESOURCE'
  | 'TW_SQLITE_DRIVER'
  | 'TW_SQLITE_FILE'
  | 'TW_ARTIFACTS_END'
  | 'TW_ARTIFACTS_PACKAGE'
  | 'TW_ARTIFACTS_PLACE'
  | 'TW_TASKS_NOT_KEPT'
  | 'TW_TASKS_PACKAGE';

type CredentialCode =
  | 'TW_CREDENTIAL_MISSING'
  | 'TW_CREDENTIAL_SHORT'
  | 'TW_CREDENTIAL_TWICE'
  | 'TW_CREDENTIAL_UNFIT'
  | 'TW_VERIFIERS';
