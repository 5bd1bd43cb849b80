export function installAside(folder: string, versions: Readonly<Record<string, string>>): void;
