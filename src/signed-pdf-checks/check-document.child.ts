import { serveChildTask } from '../platform/child-process/serve-child-task.js';
import { checkDocument } from './reading/check-document.js';

serveChildTask(checkDocument);
