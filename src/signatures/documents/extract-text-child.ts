import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { extractText } from './extract-text.js';

serveChildTask(extractText);
