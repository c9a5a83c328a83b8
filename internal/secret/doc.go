// Package secret keeps empty keys out of signatures. A signature made with an empty key can be made by everybody.
package secret
