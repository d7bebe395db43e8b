import { useEffect, useState } from 'react';

/** The time, renewed every `every_ms` milliseconds while the component is on the screen. */
export function useNow(every_ms: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every_ms);
    return () => clearInterval(timer);
  }, [every_ms]);
  return now;
}
