import { type DynamicModule, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';

/** What a controller declares. */
export interface DeclaredRoute {
  method: string;
  /** Such as `/dashboard/deliveries/:id`. */
  path: string;
}

/** The routes of a module's own controllers. */
export function routesOf(module: Type): DeclaredRoute[] {
  const controllers = (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) ?? []) as Type[];
  return controllers.flatMap((controller) => {
    const bases = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]].flat();
    const prototype = controller.prototype as Record<string, object>;
    return Object.getOwnPropertyNames(prototype)
      .map((name) => prototype[name]!)
      .filter((handler) => Reflect.hasMetadata(METHOD_METADATA, handler))
      .flatMap((handler) => {
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
        const below = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat();
        const paths = bases.flatMap((base) => below.map((path) => `${base}/${path}`));
        return paths.map((path) => ({ method, path: `/${path.split('/').filter(Boolean).join('/')}` }));
      });
  });
}

/** The routes of a module and of all that it imports, each once. */
export function routesBelow(module: DynamicModule): DeclaredRoute[] {
  const modules = new Set<Type>();
  const visit = (imports: (Type | DynamicModule)[]) => {
    for (const each of imports) {
      const type = 'module' in each ? each.module : each;
      if ('module' in each) visit((each.imports ?? []) as (Type | DynamicModule)[]);
      if (modules.has(type)) continue;
      modules.add(type);
      visit((Reflect.getMetadata(MODULE_METADATA.IMPORTS, type) ?? []) as Type[]);
    }
  };
  visit([module]);
  return [...modules].flatMap(routesOf);
}
