import { toolwire } from 'toolwire';
import { fileError } from './errors.ts';
import {
  directoryTree,
  getFileInfo,
  listAllowedDirectories,
  listDirectory,
  listDirectoryWithSizes,
  searchFiles,
} from './list-tools.ts';
import { readFileTool, readMediaFile, readMultipleFiles, readTextFile } from './read-tools.ts';
import { createDirectory, editFile, moveFile, writeFile } from './write-tools.ts';

toolwire({
  name: 'secure-filesystem-server',
  version: '0.2.0',
  tools: [
    readFileTool,
    readTextFile,
    readMediaFile,
    readMultipleFiles,
    writeFile,
    editFile,
    createDirectory,
    listDirectory,
    listDirectoryWithSizes,
    directoryTree,
    moveFile,
    searchFiles,
    getFileInfo,
    listAllowedDirectories,
  ],
  mapError: fileError,
}).stdio();
