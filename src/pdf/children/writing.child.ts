import { serveChildTasks } from '../../platform/child-process/serve-child-task.js';
import { WRITING_TASKS } from './writing-tasks.js';

serveChildTasks(WRITING_TASKS);
