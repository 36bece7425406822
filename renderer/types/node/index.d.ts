// The console has no Node. A library's `/// <reference types="node" />` finds this empty file instead of @types/node.
