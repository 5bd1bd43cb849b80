import { serveChildTasks } from '../../platform/child-process/serve-child-task.js';
import { READING_TASKS } from './reading-tasks.js';

serveChildTasks(READING_TASKS);
