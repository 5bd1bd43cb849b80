import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { inspectDocument } from './inspect-document.js';

serveChildTask(inspectDocument);
