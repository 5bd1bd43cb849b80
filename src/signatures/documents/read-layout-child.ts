import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { readLayout } from './read-layout.js';

serveChildTask(readLayout);
