import { Live } from "@vitrine/next/live";

export default function Layout({ children }) {
  return (
    <html>
      <body>
        {children}
        <Live />
      </body>
    </html>
  );
}
