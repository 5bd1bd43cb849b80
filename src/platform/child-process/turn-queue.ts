/** Waiting tasks by tenant. Tenants take turns; the tasks of one tenant keep their order of arrival. */
export class TurnQueue<Tenant, Task extends { readonly tenant: Tenant }> {
  private readonly tasksOf = new Map<Tenant, Task[]>();

  has(tenant: Tenant): boolean {
    return this.tasksOf.has(tenant);
  }

  add(task: Task): void {
    const tasks = this.tasksOf.get(task.tenant);
    if (tasks) tasks.push(task);
    else this.tasksOf.set(task.tenant, [task]);
  }

  /**
   * Removes and returns a task that may start, of the tenant served longest ago.
   * @param servedAt increases with time
   */
  take(mayStart: (task: Task) => boolean, servedAt: (tenant: Tenant) => number): Task | undefined {
    let next: Task | undefined;
    for (const [tenant, tasks] of this.tasksOf) {
      if (next && servedAt(next.tenant) <= servedAt(tenant)) continue;
      next = tasks.find(mayStart) ?? next;
    }
    if (next) this.remove(next);
    return next;
  }

  remove(task: Task): void {
    const left = this.tasksOf.get(task.tenant)?.filter((other) => other !== task) ?? [];
    if (left.length > 0) this.tasksOf.set(task.tenant, left);
    else this.tasksOf.delete(task.tenant);
  }
}
