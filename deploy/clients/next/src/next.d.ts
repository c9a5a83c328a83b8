// The few declarations of Next.js and React that this package uses. Their own types are not needed to compile it.
declare module "next/navigation.js" {
  export function useRouter(): { refresh(): void };
}

declare module "react" {
  export function useEffect(effect: () => void | (() => void), dependencies: readonly unknown[]): void;
}
